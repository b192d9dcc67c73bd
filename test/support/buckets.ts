/** An S3 server for tests, and its buckets. */
import { randomBytes } from 'node:crypto'
import { startFauxqs } from 'fauxqs'

export interface BucketServer {
  /** Creates an empty bucket. @returns its address, as a value of MEDIA_URL */
  create(folder?: string): string
  stop(): Promise<void>
}

/** Starts an S3 server. Sets its access keys in the environment of this process, where the SDK reads them. */
export async function startBuckets(): Promise<BucketServer> {
  process.env.AWS_ACCESS_KEY_ID = 'test'
  process.env.AWS_SECRET_ACCESS_KEY = 'test'
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  return {
    create(folder = '') {
      const name = `club-${randomBytes(8).toString('hex')}`
      server.createBucket(name)
      return `s3://${name}${folder}?endpoint=${encodeURIComponent(`http://127.0.0.1:${server.port}`)}`
    },
    stop: () => server.stop(),
  }
}
