export const PODCAST_FEED_PATH = '/podcast.xml'
export const PODCAST_COVER_PATH = '/share/podcast-cover.jpg'

/**
 * The share image of a recording. Social networks cache it by its address, so an edit changes the address.
 * @param updatedAt ISO 8601
 */
export const getRecordingImagePath = (resource: string, id: string, updatedAt: string): string =>
  `/share/${resource}/${id}.jpg?v=${Date.parse(updatedAt).toString(36)}`
