/**
 * The process that draws share images. Uploads of strangers are decoded in another one (platform/media/worker). Here sharp
 * may read only SVG that satori wrote and JPEG that the media store made.
 */
import sharp from 'sharp'
import { serveJobs } from '../../../platform/media/worker/serve-jobs.ts'
import * as drawings from './draw.ts'

// Pictures are drawn one at a time, and none is drawn twice.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadJpegBuffer'] })

export type Drawings = typeof drawings

serveJobs(drawings)
