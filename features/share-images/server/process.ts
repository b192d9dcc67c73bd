/**
 * The process that draws share images. sharp may only read SVG that satori wrote and JPEG that the media store made.
 * Uploads of strangers are decoded in another process (platform/media/worker).
 */
import sharp from 'sharp'
import { serveJobs } from '../../../platform/media/worker/serve-jobs.ts'
import * as drawings from './draw.ts'

// Pictures are drawn one at a time, and no picture is drawn twice. So sharp gets one thread and no cache.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadJpegBuffer'] })

export type Drawings = typeof drawings

serveJobs(drawings)
