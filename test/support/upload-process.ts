/**
 * Runs only the upload of pictures, in its own process. A test uploads pictures and then requests the peak memory, which
 * includes the image worker's on Linux.
 * @param argv[2] an empty folder. The process sends `{port}` to its parent when it listens. It answers the message 'memory'
 * with `{peakBytes}`
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { connect } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { withJson } from '../../platform/http/body.ts'
import { createImages } from '../../platform/media/server/images.ts'
import { openLocalMedia } from '../../platform/media/server/local-media.ts'
import { createLog } from '../../platform/process/log.ts'
import { readPeakMemory } from './peak-memory.ts'

const dataDir = process.argv[2] as string
const database = connect({ databaseUrl: null, dataDir })
await migrate(database)
const images = createImages({
  database,
  store: openLocalMedia(join(dataDir, 'media')),
  log: createLog('silent'),
  deletionTime: async () => Date.now(),
})
// Encodes AVIF files during the uploads, as in production.
images.start()

const server = serve({
  fetch: (request) =>
    withJson(request, { maxBytes: 18_000_000, visitor: null }, async (body) =>
      body.ok
        ? Response.json(await images.store(String(body.value.photo)))
        : Response.json(body, { status: 400 }),
    ),
  hostname: '127.0.0.1',
  port: 0,
})
await once(server, 'listening')
process.send?.({ port: (server.address() as AddressInfo).port })

process.on('message', () => process.send?.({ peakBytes: readPeakMemory(process.pid) }))
process.on('disconnect', () => process.exit())
