/** The home page as JSON-LD: the club, its next nights, its series. */
import type { MetaDescriptor } from 'react-router'
import type { ClubWords } from '../../../platform/pages/club-words.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { ld, nightClub, type SiteUrl } from '../../../platform/site-layout/structured-data.ts'
import { musicEvent, type NightData } from '../../nights/public/parts/night-structured-data.ts'
import { podcastSeries, type Series } from '../../recordings/public/parts/recording-structured-data.ts'

interface HomeData {
  nights: NightData[]
  series: Series[]
}

export const homeData = (
  { nights, series }: HomeData,
  club: ClubWords,
  siteUrl: SiteUrl,
  language: Language,
): MetaDescriptor =>
  ld({
    '@graph': [
      nightClub(club, siteUrl),
      ...nights.map((night) => musicEvent(night, club, siteUrl, language)),
      ...series
        .filter(({ recordings }) => recordings.length > 0)
        .map((one) => podcastSeries(one, club, siteUrl, language)),
    ],
  })
