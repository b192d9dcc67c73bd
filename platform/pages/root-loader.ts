/** Loads the data that every page needs. Runs on the server only. */
import type { LoaderFunctionArgs } from 'react-router'
import { getLanguage } from '../shared/languages.ts'
import { localizeClubSettings } from './localize-club-settings.ts'
import { pageOptionsContext, readerContext } from './page-context.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const site = await context.get(readerContext).settings()
  return {
    ...context.get(pageOptionsContext),
    club: localizeClubSettings(site, getLanguage(new URL(request.url).pathname)),
  }
}
