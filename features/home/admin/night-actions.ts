/** The actions on the next night, for its card and for the command menu. */
import { getPublicationState } from '../../../platform/content/shared/publication.ts'
import type { NextNight } from '../shared/overview.ts'

export type NightAction =
  | 'publish'
  | 'resume'
  | 'next-phase'
  | 'sell-out'
  | 'sell-again'
  | 'reveal'
  | 'cancel'

export const actionLabels: Record<NightAction, string> = {
  publish: 'Publicar ahora',
  resume: 'Se hace igual',
  'next-phase': 'Pasar a la siguiente',
  'sell-out': 'Marcar agotada',
  'sell-again': 'Hay entradas de nuevo',
  reveal: 'Revelar el line-up',
  cancel: 'Cancelar la fecha',
}

/** Further words by which the command menu finds the entries of the next night. Both states of the sale have the same. */
export const actionSynonyms: Record<NightCommand['action'] | 'move', string> = {
  move: 'mover postergar posponer reprogramar aplazar cambiar día nueva',
  share: 'historia publicación flyer instagram whatsapp',
  publish: 'mostrar sacar de borrador',
  resume: 'deshacer cancelación descancelar reanudar',
  'next-phase': 'fase lote tanda anticipada precio',
  'sell-out': 'agotar sold out sin entradas',
  'sell-again': 'agotada agotar sold out disponible vender',
  reveal: 'lineup artistas anunciar mostrar',
  cancel: 'suspender no se hace',
}

/** Returns the actions that make sense now, in the order of the buttons. */
export function listNightActions(night: NextNight, now: number): NightAction[] {
  const isCancelled = night.status === 'cancelled'
  const isOff = isCancelled || night.status === 'postponed'
  const isSeen = getPublicationState(night, now) === 'published'
  const { count, revealsAt } = night.lineup
  return [
    ...(isSeen ? [] : ['publish' as const]),
    ...(night.nextPhase === null ? [] : ['next-phase' as const]),
    ...(isOff
      ? ['resume' as const]
      : night.isSoldOut
        ? ['sell-again' as const]
        : night.isOnSale
          ? ['sell-out' as const]
          : []),
    ...(count > 0 && (revealsAt !== null || !isSeen) ? ['reveal' as const] : []),
    ...(isCancelled ? [] : ['cancel' as const]),
  ]
}

/** A change that the home screen makes when the command menu opens it. It is in the state of the history entry. */
export interface NightCommand {
  /** Id of the night that was the next one when the menu was opened. */
  night: string
  action: NightAction | 'share'
}

export const toHistoryState = (command: NightCommand) => ({ nightCommand: command })

/** Reads the command from the state of a history entry. null for any other state */
export const readHistoryState = (state: unknown): NightCommand | null =>
  (state as { nightCommand?: NightCommand } | null)?.nightCommand ?? null
