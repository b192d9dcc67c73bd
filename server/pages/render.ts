/** Gives React Router's request handler what its pages take from the server. */
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { PageServices } from '../../contract/page-services.ts'
import { type ProblemDetails, problemDetails } from '../../contract/problems.ts'
import type { Env } from '../env.ts'
import { isUnavailable } from '../http/unavailable.ts'
import type { ContactMessages } from '../mail/messages.ts'
import type { Render } from './handler.ts'

/** The build's copy of the contexts: keys are objects, so the server must hold the very ones the pages hold. */
interface EntryModule {
  readerContext: RouterContext<PageServices['reader']>
  siteContext: RouterContext<PageServices['site']>
  mailContext: RouterContext<PageServices['mail']>
  failureContext: RouterContext<PageServices['failure']>
  nonceContext: RouterContext<PageServices['nonce']>
}

interface SiteOptions {
  /** In development the build is made anew for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  env: Pick<Env, 'siteUrl'>
  contactMessages: ContactMessages
}

/**
 * @returns a renderer of pages. It throws when the database or the media store does not answer, so that the HTTP stack
 * sends a 503. All other errors become the site's own error page.
 */
export function createSite({ build, env, contactMessages }: SiteOptions): Render {
  const mode = typeof build === 'function' ? 'development' : 'production'
  const load = typeof build === 'function' ? build : async () => build
  const handler = createRequestHandler(build, mode)

  return async (request, reader, { address, nonce, preview = null }) => {
    const { module } = (await load()).entry
    const contexts = module as unknown as EntryModule
    let retryAfter: number | undefined
    const provider = new RouterContextProvider()
    provider.set(contexts.nonceContext, nonce)
    provider.set(contexts.readerContext, reader)
    provider.set(contexts.siteContext, { siteUrl: preview ? null : env.siteUrl, preview })
    provider.set(contexts.mailContext, async (message): Promise<ProblemDetails | null> => {
      const outcome = await contactMessages.receive(message, address)
      if (outcome.ok) return null
      retryAfter = outcome.extras?.retryAfter
      return problemDetails(outcome.problem, outcome.extras)
    })
    let outage: unknown
    provider.set(contexts.failureContext, (error) => {
      if (isUnavailable(error)) outage = error
      else if (!request.signal.aborted) console.error(error)
    })
    const response = await handler(request, provider)
    if (outage !== undefined) throw outage
    if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter))
    return response
  }
}
