/** Starts the page of the door. */
import { createRoot } from 'react-dom/client'
import '../../../platform/ui/tokens.css'
import '../../../platform/ui/fonts.css'
import '../../../platform/ui/base.css'
import './door.css'
import { DOOR_PATH } from '../shared/guest-paths.ts'
import { createDoorApi } from './door-api.ts'
import { startDoor } from './door-controller.ts'
import { openDoorDatabase } from './door-database.ts'
import { BlockedDoor, DoorPage } from './door-page.tsx'
import { NO_STORAGE, NOT_SECURE } from './door-words.ts'

const root = createRoot(document.getElementById('door') as HTMLElement)

async function start(): Promise<void> {
  // Browsers offer service workers, random ids and hashes only to pages with https.
  if (!window.isSecureContext) {
    root.render(<BlockedDoor reason={NOT_SECURE} />)
    return
  }
  const worker = document.documentElement.dataset.worker
  if (worker !== undefined)
    navigator.serviceWorker?.register(worker).catch((error: unknown) => console.error(error))
  const token = location.pathname.slice(DOOR_PATH.length + 1)
  try {
    const controller = await startDoor({
      token,
      database: await openDoorDatabase(token),
      createApi: createDoorApi,
    })
    root.render(<DoorPage controller={controller} />)
  } catch (error) {
    console.error(error)
    root.render(<BlockedDoor reason={NO_STORAGE} />)
  }
}

void start()
