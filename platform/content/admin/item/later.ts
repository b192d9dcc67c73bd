/** What of an item comes when it is first wanted: a list is of use without it. */
import { lazyPart } from '../../../admin-layout/lazy-part.tsx'

export const MoreActions = lazyPart('acciones', async () => (await import('./more-actions.tsx')).MoreActions)
export const RemoveItems = lazyPart('borrar', async () => (await import('./remove-items.tsx')).RemoveItems)
export const CancelNight = lazyPart('cancelar', async () => (await import('./cancel-night.tsx')).CancelNight)
