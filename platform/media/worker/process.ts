/** The process that takes in what strangers send: ./jobs.ts. */
import { jobs } from './jobs.ts'
import { serveJobs } from './serve-jobs.ts'

serveJobs(jobs)
