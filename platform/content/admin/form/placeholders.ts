/** Shows texts with `{club}` and `{city}` as visitors read them. */
import { useWatch } from 'react-hook-form'
import { useClub } from '../../../pages/club-settings.ts'
import { SETTINGS_RESOURCE } from '../../../settings/shared/settings-names.ts'
import { fillPlaceholders } from '../../../settings/shared/site-settings.ts'
import { useEditedItem } from './editor/editor-context.ts'
import type { ItemValues } from './item-values.ts'

/** Returns a function that adds the filled text to a hint. Name and city are those of the form, when it has them. */
export function useFilledHint(): (text: string, hint?: string) => string | undefined {
  // The declaration of a settings form has the name of its group, `site/<group>`.
  const formName: string = useEditedItem().declaration.name
  const { identity } = useClub()
  const isIdentity = formName === `${SETTINGS_RESOURCE}/identity`
  const [name, city] = useWatch<ItemValues>({ name: ['name', 'city'], disabled: !isIdentity })
  const isSettings = formName.startsWith(`${SETTINGS_RESOURCE}/`)
  return (text, hint) => {
    if (!isSettings || !/\{(?:club|city)\}/.test(text)) return hint
    const names = { name: asText(name) || identity.name, city: asText(city) || identity.city }
    return [hint, `Se lee: «${fillPlaceholders(text, names)}»`].filter(Boolean).join(' ')
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
