/** A proxy before the test bucket that can lose writes or refuse every key. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `forwards`: the bucket answers. `loses`: writes get the answer of a store, but nothing is stored. `truncates`: the same,
 * but a HEAD returns a size of 1 byte. `refuses`: the access key is not known
 */
export type BucketMode = 'forwards' | 'loses' | 'truncates' | 'refuses'

export interface BucketProxy {
  /** MEDIA_URL of the bucket behind the proxy. */
  url: string
  mode: BucketMode
  /** Requests since the start: method and path without the bucket. */
  requests: string[]
  close(): void
}

/** @param bucketUrl a bucket of `startBuckets` */
export async function startBucketProxy(bucketUrl: string): Promise<BucketProxy> {
  const url = new URL(bucketUrl)
  const target = new URL(url.searchParams.get('endpoint') as string)
  const server = createServer(async (incoming, outgoing) => {
    const { method, url: path = '' } = incoming
    const { pathname, searchParams } = new URL(path, target)
    proxy.requests.push(`${method} ${pathname.split('/').slice(2).join('/')}`)
    if (proxy.mode === 'refuses') return answerXml(incoming, outgoing, 403, errorXml('InvalidAccessKeyId'))
    if (proxy.mode !== 'forwards') {
      if (method === 'HEAD' && pathname.split('/').length > 2 && proxy.mode === 'truncates')
        return outgoing.writeHead(200, { 'Content-Length': 1 }).end()
      const answer = answerWithoutStoring(method, searchParams)
      if (answer) return answerXml(incoming, outgoing, ...answer)
    }
    const { hostname, port } = target
    const onward = request({ hostname, port, method, path, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.set('endpoint', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const proxy: BucketProxy = {
    url: url.href,
    mode: 'forwards',
    requests: [],
    close() {
      server.close().closeAllConnections()
    },
  }
  return proxy
}

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

/** Answers of a store to writes, without a write. null for requests that write nothing */
function answerWithoutStoring(method: string | undefined, query: URLSearchParams): [number, string] | null {
  if (method === 'PUT') return [200, '']
  if (method === 'DELETE') return [204, '']
  if (query.has('uploads'))
    return [200, '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>']
  if (method === 'POST')
    return [200, '<CompleteMultipartUploadResult><ETag>"u"</ETag></CompleteMultipartUploadResult>']
  return query.has('uploadId') ? [404, errorXml('NoSuchUpload')] : null
}

function answerXml(incoming: IncomingMessage, outgoing: ServerResponse, status: number, body: string) {
  incoming.resume().on('end', () => {
    outgoing.writeHead(status, { 'Content-Type': 'application/xml', ETag: '"1"' })
    outgoing.end(incoming.method === 'HEAD' ? '' : body)
  })
}
