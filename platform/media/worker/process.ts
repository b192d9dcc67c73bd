/** Entry point of the process that handles uploads (jobs.ts). */
import { jobs } from './jobs.ts'
import { serveJobs } from './serve-jobs.ts'

serveJobs(jobs)
