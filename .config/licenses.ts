import { licensePlugin, type LicenseInfo } from 'rolldown-license-plugin';

const ALLOWED = /^(?:MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|0BSD)$/;

/** Writes the licenses of bundled packages, as they require. */
export function licenses() {
  return licensePlugin({
    allow: ({ license }) => ALLOWED.test(license),
    failOnViolation: true,
    failOnUnlicensed: true,
    done: (bundled, context) => {
      const foreign = bundled.filter(({ name }) => !name.startsWith('@svc/'));
      if (foreign.length === 0) return;
      const source = foreign.map(licenseSection).join('\n');
      context.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES', source });
    },
  });
}

function licenseSection({ name, version, license, licenseText }: LicenseInfo): string {
  return `${name} ${version} (${license})\n\n${licenseText.trim()}\n`;
}
