import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sh } from './shell.ts';

/**
 * Makes the root folder of a base image from Debian's packages and npm's, because no registry of images is needed then.
 * It stays for later runs. The folder has the files that matter to our instructions, and about the size of the image.
 * @throws Error for an image that the Dockerfile did not use when this was written.
 */
export function makeBaseImage(image: string): string {
  const node = /^node:([\d.]+)-trixie-slim$/.exec(image)?.[1];
  if (node !== undefined) return keep(`node-${node}`, (root) => makeNode(root, node));
  if (image === 'gcr.io/distroless/cc-debian13:nonroot')
    return keep('distroless-cc', makeDistroless);
  throw new Error(`deploy/test cannot make the image ${image}`);
}

/** Unpacks a package of the same Debian into the folder. */
export function unpackDebianPackage(name: string, folder: string): void {
  sh(
    `${DOWNLOAD} dpkg-deb --extract "$debian"/packages/*.deb "$folder"; rm -r "$debian/packages"`,
    {
      debian: keep('debian', makeDebian),
      packages: name,
      folder,
    },
  );
}

const DOWNLOAD = `
mkdir -p "$debian/packages"
cp /etc/resolv.conf "$debian/etc/resolv.conf"
chroot "$debian" sh -euc 'cd /packages && apt-get -qq update && apt-get -qq download "$@"' - $packages
`;

const MIRROR = 'http://deb.debian.org/debian';

// Outside of the folder of one test run, which is deleted at its end.
const BASE_IMAGES = process.env['SVC_BASE_IMAGES'] ?? '/var/tmp/svc-base-images';

function keep(name: string, make: (root: string) => void): string {
  const root = join(BASE_IMAGES, name);
  if (existsSync(root)) return root;
  const unfinished = `${root}.unfinished`;
  sh('rm -rf "$root"', { root: unfinished });
  mkdirSync(unfinished, { recursive: true });
  make(unfinished);
  renameSync(unfinished, root);
  return root;
}

function makeDebian(root: string): void {
  sh('debootstrap --variant=minbase trixie "$root" "$mirror"', { root, mirror: MIRROR });
}

function makeNode(root: string, version: string): void {
  sh('cp -a "$debian/." "$root"', { root, debian: keep('debian', makeDebian) });
  sh(
    `npm install --prefix "$root/tmp/node" --no-audit --no-fund "node@$version" npm@11
     cp "$root/tmp/node/node_modules/node/bin/node" "$root/usr/local/bin/node"
     mkdir -p "$root/usr/local/lib/node_modules"
     mv "$root/tmp/node/node_modules/npm" "$root/usr/local/lib/node_modules/npm"
     rm -r "$root/tmp/node"
     ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"`,
    { root, version },
  );
}

/** The packages that distroless unpacks into `cc-debian13`, and its users. */
const DISTROLESS_PACKAGES = [
  'base-files media-types netbase tzdata tzdata-legacy ca-certificates',
  'libc6 libssl3t64 libzstd1 zlib1g libgomp1 libstdc++6 libgcc-s1 gcc-14-base',
].join(' ');

function makeDistroless(root: string): void {
  const debian = keep('debian', makeDebian);
  sh(
    `${DOWNLOAD}
     for package in "$debian"/packages/*.deb; do dpkg-deb --extract "$package" "$root"; done
     rm -r "$debian/packages"
     mkdir -p "$root/etc/ssl/certs" "$root/root" "$root/tmp" "$root/home/nonroot"
     cat "$root"/usr/share/ca-certificates/mozilla/*.crt > "$root/etc/ssl/certs/ca-certificates.crt"
     rm -r "$root/usr/share/ca-certificates" "$root/usr/sbin"
     chmod 1777 "$root/tmp"; chmod 700 "$root/home/nonroot"; chown 65532:65532 "$root/home/nonroot"
     printf '%s\n' root:x:0:0:root:/root:/sbin/nologin \
       nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin \
       nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin > "$root/etc/passwd"
     printf '%s\n' root:x:0: nobody:x:65534: tty:x:5: staff:x:50: nonroot:x:65532: > "$root/etc/group"`,
    { root, debian, packages: DISTROLESS_PACKAGES },
  );
}
