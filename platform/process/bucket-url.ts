/** Parses `s3://bucket/folder?endpoint=…&region=…`, the URL of a folder in a bucket of an S3-compatible store. */
import { isWebAddress } from '../shared/web-address.ts'

export interface BucketPlace {
  bucket: string
  /** Folder within the bucket, with a slash at its end. Empty without a folder. */
  prefix: string
  /** URL of the store's API. null for Amazon. */
  endpoint: string | null
  region: string
}

/** Matches the bucket names that Amazon allows. Other stores allow at least these names. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[\w.~-]+(\/[\w.~-]+)*$/
const PARAMETERS = ['endpoint', 'region']

/**
 * Region when neither the URL nor the environment names one. The AWS SDK requires a region, also for stores that have none.
 * This is the first region of Amazon.
 */
const DEFAULT_REGION = 'us-east-1'

/**
 * Parses the URL of a bucket. null for any other URL, and for one with an access key, because access keys belong in the
 * AWS_* variables
 */
export function parseBucketUrl(
  text: string,
  env: Record<string, string | undefined> = process.env,
): BucketPlace | null {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !BUCKET.test(url.hostname)) return null
  if (`${url.username}${url.password}${url.port}${url.hash}` !== '') return null
  if ([...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name))) return null
  const folder = url.pathname.replace(/^\/|\/$/g, '')
  if (folder !== '' && (!PREFIX.test(folder) || folder.split('/').includes('..'))) return null
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isWebAddress(endpoint)) return null
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') || env.AWS_REGION || env.AWS_DEFAULT_REGION || DEFAULT_REGION,
  }
}

export const isBucketUrl = (text: string): boolean => /^s3:/i.test(text)

export const getEndpoint = ({ endpoint, region }: BucketPlace): string =>
  endpoint ?? `https://s3.${region}.amazonaws.com`
