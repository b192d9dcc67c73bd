# The image contains an unpacked release (npm run release). It runs as an unprivileged user on a read-only file system.
# `docker build -t club .`, then compose.yaml. To pin the base image, pass its digest:
# --build-arg NODE=24.21.0-bookworm-slim@sha256:…
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /club
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The API's base is fixed when the site is built.
ARG VITE_API_BASE=
# The commit and its time in seconds, because the build context has no .git.
ARG RELEASE_COMMIT=
ARG SOURCE_DATE_EPOCH=
RUN npm run release && mkdir /release && tar -xzf release/pulso-*.tar.gz -C /release --strip-components=1

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /club
COPY --from=build /release ./
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
# Checks only the process, because a restart does not help a club whose database is down.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node receives SIGTERM, finishes its requests, and ends within five seconds.
STOPSIGNAL SIGTERM
CMD ["node", "server.js"]
