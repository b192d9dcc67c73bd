/**
 * The process that draws share images. It is not the one that takes in what strangers send (platform/media/worker): sharp
 * may read SVG here, which satori writes, and JPEG, which the store made of a photo; both of our own making.
 */
import sharp from 'sharp'
import { serveJobs } from '../../../platform/media/worker/serve-jobs.ts'
import * as jobs from './jobs.ts'

// One picture at a time, of which nothing is worth keeping.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadJpegBuffer'] })

export type Jobs = typeof jobs

serveJobs(jobs)
