/** Entry point of the image worker, the process that runs the jobs of jobs.ts. */
import { jobs } from './jobs.ts'
import { serveJobs } from './serve-jobs.ts'

serveJobs(jobs)
