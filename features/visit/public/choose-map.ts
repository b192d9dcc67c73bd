/** Returns the system whose map application opens links of its own. null for other systems */
export const chooseMapSystem = (userAgent: string): 'android' | 'apple' | null => {
  if (/android/i.test(userAgent)) return 'android'
  // Browsers on an iPad send the user agent of a Macintosh.
  return /iPhone|iPad|Macintosh/.test(userAgent) ? 'apple' : null
}
