/** The page of the door as the service worker stores it. The server writes it in front of the worker's code. */
export interface DoorShell {
  /** Changes with each file of the page. */
  version: string
  /** Script, styles and fonts of the page. */
  files: string[]
  /** The decoder of the camera, which is stored after the door is open. */
  laterFiles: string[]
  html: string
  headers: [string, string][]
}

/** Message with which the page requests that the worker stores `laterFiles`. */
export type StoreLater = 'store-later'
