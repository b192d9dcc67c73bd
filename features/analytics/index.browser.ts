import { countVisits } from './public/browser/count-visits.ts'

export const analytics = countVisits
