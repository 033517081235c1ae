# syntax=docker/dockerfile:1
# The image of the server, with an embedded Postgres; `--target server` is the same without it and without a shell. See
# docs/operate/containers.md.
# deploy/test runs these instructions without a container engine, and knows only those used here.

ARG NODE_VERSION=24.21.0
ARG PNPM_VERSION=12.21.0

FROM node:${NODE_VERSION}-trixie-slim AS node

FROM node AS build
ARG PNPM_VERSION
ENV CI=true
WORKDIR /src
RUN npm install --global pnpm@${PNPM_VERSION}
# Downloads only what the lockfile names, so that a change of the source downloads nothing.
COPY pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.mjs ./
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline
RUN node -e "import('./packaging/pack.ts').then(({ build }) => build())"
RUN pnpm --filter @svc/server deploy --prod /opt/svc
# The only dependency is the embedded Postgres.
RUN mv /opt/svc/node_modules /opt/postgres
RUN cp deploy/image/entry.js /opt/svc/ && mkdir /data

FROM gcr.io/distroless/cc-debian13:nonroot AS server
LABEL org.opencontainers.image.title="svc" \
      org.opencontainers.image.description="Self-hosted test-results service" \
      org.opencontainers.image.licenses="MIT"
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /opt/svc /opt/svc
COPY --from=build /src/deploy/image/svc-admin /usr/local/bin/svc-admin
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4400 \
    SVC_DATA_DIR=/data
# A number, so that Kubernetes can check that it is not root.
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 4400
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "/opt/svc/entry.js", "healthcheck"]
ENTRYPOINT ["node", "/opt/svc/entry.js"]
CMD ["svc-server"]

FROM server AS svc
COPY --from=build /opt/postgres /opt/svc/node_modules
# Postgres makes its files with a shell, and for this locale.
COPY --from=node /usr/bin/dash /usr/bin/sh
COPY --from=node /usr/lib/locale/C.utf8 /usr/lib/locale/C.utf8
