import { agency } from '../../contract/content/agency.ts'
import { residents } from '../../contract/content/residents.ts'
import type { Feature } from '../manifest.ts'

export const artists = { resources: { residents, agency } } satisfies Feature
