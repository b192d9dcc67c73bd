/** Collects the problems that features can answer with. */
import { guests } from './guests/index.problems.ts'
import { messages } from './messages/index.problems.ts'

export const featureProblems = { ...guests, ...messages }
