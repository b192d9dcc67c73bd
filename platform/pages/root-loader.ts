/** Loads the data that every page needs. Runs on the server only. */
import type { LoaderFunctionArgs } from 'react-router'
import { languageOf } from '../shared/languages.ts'
import { readerContext, siteContext } from './context.ts'
import { clubWords } from './load-club-words.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const site = await context.get(readerContext).site()
  return { ...context.get(siteContext), club: clubWords(site, languageOf(new URL(request.url).pathname)) }
}
