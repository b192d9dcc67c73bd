# The club as an image: built with everything, run with what it needs, by nobody in particular, on a file system that it
# cannot write to. `docker build -t club .`, then compose.yaml. Whoever wants the very same bytes every time pins the
# digest: --build-arg NODE=24.21.0-bookworm-slim@sha256:…
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /club
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The API's base is fixed when the site is built.
ARG VITE_API_BASE=
RUN npm run build
# What built it stays behind. The image brings its own Node: the locked one is for machines that have none.
RUN npm uninstall --no-save --omit=dev --no-audit --no-fund vite @react-router/dev && rm -rf node_modules/node-linux-* node_modules/.cache

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /club
COPY --from=build /club/package.json ./
COPY --from=build /club/node_modules node_modules
COPY --from=build /club/build build
COPY --from=build /club/club club
COPY --from=build /club/contract contract
COPY --from=build /club/db db
COPY --from=build /club/server server
COPY --from=build /club/scripts scripts
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node hears SIGTERM, lets what is under way end, and is gone within five seconds.
STOPSIGNAL SIGTERM
CMD ["node", "scripts/serve.mjs"]
