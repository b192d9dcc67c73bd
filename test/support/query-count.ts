/** Loads public pages and counts their database queries. The caches are empty, as in a process that has just started. */
import type { KyselyPlugin } from 'kysely'
import { RouterContextProvider } from 'react-router'
import {
  copyFeatureData,
  createFeatures,
  listedPages,
  onAnswerFailed,
  timedRules,
} from '../../features/index.server.ts'
import { createPlatform } from '../../platform/app/platform.ts'
import { UNTRACKED } from '../../platform/cache/freshness.ts'
import { createDeletionClock } from '../../platform/clock/deletion-clock.ts'
import { connect, type Database } from '../../platform/db/connect.ts'
import { noMetrics } from '../../platform/http/metrics/metrics.ts'
import { pageOptionsContext, readerContext } from '../../platform/pages/page-context.ts'
import type { PageSection } from '../../platform/pages/page-sections.tsx'
import type { FeaturePageServices } from '../../platform/pages/shared/feature-services.ts'
import { readEnv } from '../../platform/process/env.ts'
import { undeclaredPages } from '../../platform/rendering/declared-pages.ts'
import { createReaderFactory } from '../../platform/rendering/page-reader.ts'
import type { TestDatabase } from './databases.ts'
import { findPageSections } from './page-renderer.tsx'

const log = { debug() {}, info() {}, warn() {}, error() {} }

interface Page {
  loader(args: never): unknown
}

/**
 * @param services replace those of the features
 * @returns `load`, which loads a page and returns the number of its queries
 */
export async function createQueryCounter(
  place: TestDatabase,
  services: { [N in keyof FeaturePageServices]?: FeaturePageServices[N] | undefined } = {},
) {
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries++
      return result
    },
  }
  const plain = connect(place)
  const database: Database = { ...plain, read: plain.read.withPlugin(counter) }
  const env = readEnv({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' })
  const platform = await createPlatform(
    {
      env,
      database,
      pageSource: {
        build: 'test',
        assets: null,
        caching: false,
        pages: async () => undeclaredPages,
        render: async () => new Response(null),
      },
      now: Date.now,
      log,
      metrics: noMetrics,
      deletionClock: createDeletionClock({ database, env, log, now: Date.now }),
      deletionTime: async () => null,
    },
    {
      features: { listedPages, timedRules, copyFeatureData, onAnswerFailed, shareOf: async () => null },
      resolveLink: async (link) => link,
    },
  )
  const features = createFeatures(platform, {
    async readReport() {
      throw new Error('no checks run here')
    },
    isDocument: () => false,
  })
  const readerFor = createReaderFactory({
    ...platform,
    features: Object.assign({}, ...features.map(({ pageServices }) => pageServices), services),
    imageOf: async (...item) => (await features.find(({ share }) => share)?.share?.imageOf(...item)) ?? '',
  })
  return {
    /** @param sections sections of the page. By default those that features add to it */
    async load(
      page: object,
      path: string,
      params: Record<string, string>,
      sections: readonly PageSection<never>[] = findPageSections(page),
    ): Promise<number> {
      const before = queries
      const context = new RouterContextProvider()
      context.set(readerContext, readerFor(UNTRACKED))
      context.set(pageOptionsContext, { siteUrl: null, preview: null })
      const request = new Request(`http://club.test${path}`)
      await (page as Page).loader({ context, request, params, sections } as never)
      return queries - before
    },
    async close() {
      await platform.revisions.stop()
      await database.close()
    },
  }
}
