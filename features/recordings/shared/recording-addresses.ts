export const PODCAST_FEED_PATH = '/podcast.xml'
export const PODCAST_COVER_PATH = '/share/podcast-cover.jpg'

/**
 * Returns the path of the share image of a recording. Social networks cache images by address, so the address contains the
 * time of the last edit.
 * @param updatedAt ISO 8601
 */
export const getRecordingImagePath = (resource: string, id: string, updatedAt: string): string =>
  `/share/${resource}/${id}.jpg?v=${Date.parse(updatedAt).toString(36)}`
