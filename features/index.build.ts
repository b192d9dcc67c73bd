/** Lists the features with a program for browsers of their own, beside the scripts of pages and of the back office. */
import { door } from './guests/index.build.ts'

/** Source files of each program by the names of their built files. Code of a program is in a folder of its name. */
export const programs: Record<string, Record<string, string>> = { door }
