# syntax=docker/dockerfile:1
# The image of the server. It has no Postgres: DATABASE_URL is required. See docs/operate/containers.md.
# deploy/test runs these instructions without a container engine, and knows only those used here.

ARG NODE_VERSION=24.21.0
ARG PNPM_VERSION=12.21.0

FROM node:${NODE_VERSION}-trixie-slim AS node

# What is built is JavaScript, which is the same on every processor.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-trixie-slim AS build
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
RUN pnpm --filter @svc/server deploy --prod --no-optional /opt/svc
RUN cp deploy/image/entry.js /opt/svc/ && mkdir /data

FROM gcr.io/distroless/cc-debian13:nonroot AS svc
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
