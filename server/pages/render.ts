/** Gives React Router's request handler what its pages take from the server. */
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { ServerReader } from '../../contract/content/reader.ts'
import type { PageServices, PreviewNote } from '../../contract/page-services.ts'
import { type ProblemDetails, problemDetails } from '../../contract/problems.ts'
import type { Env } from '../env.ts'
import type { ContactMessages } from '../mail/messages.ts'

/** The build's copy of the contexts: keys are objects, so the server must hold the very ones the pages hold. */
interface EntryModule {
  readerContext: RouterContext<PageServices['reader']>
  siteContext: RouterContext<PageServices['site']>
  mailContext: RouterContext<PageServices['mail']>
}

interface SiteOptions {
  /** In development the build is made anew for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  env: Pick<Env, 'siteUrl'>
  contactMessages: ContactMessages
}

/**
 * @returns a renderer of pages; `address` is the visitor's, for the rate limit of a form sent without JavaScript, and
 * `preview` what the page says of itself when it is one
 */
export function createSite({ build, env, contactMessages }: SiteOptions) {
  const mode = typeof build === 'function' ? 'development' : 'production'
  const load = typeof build === 'function' ? build : async () => build
  const handler = createRequestHandler(build, mode)

  return async (
    request: Request,
    reader: ServerReader,
    address: string,
    preview: PreviewNote | null = null,
  ): Promise<Response> => {
    const { module } = (await load()).entry
    const contexts = module as unknown as EntryModule
    let retryAfter: number | undefined
    const provider = new RouterContextProvider()
    provider.set(contexts.readerContext, reader)
    provider.set(contexts.siteContext, { siteUrl: preview ? null : env.siteUrl, preview })
    provider.set(contexts.mailContext, async (message): Promise<ProblemDetails | null> => {
      const outcome = await contactMessages.receive(message, address)
      if (outcome.ok) return null
      retryAfter = outcome.extras?.retryAfter
      return problemDetails(outcome.problem, outcome.extras)
    })
    const response = await handler(request, provider)
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter))
    return response
  }
}
