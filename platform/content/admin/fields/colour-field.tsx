/** Field for a colour. It has the system's picker, the hex code, and the contrast to the background. */
import './colour-field.css'
import { useId } from 'react'
import { type DescribedText, Field } from '../../../forms/field.tsx'
import { contrast, formatContrast, isColour, TEXT_CONTRAST_MIN } from '../../../shared/colours.ts'
import { liveRegion } from '../../../ui/live-region.ts'
import type { TextControlProps } from './rows/column-input.tsx'

interface Props extends DescribedText, TextControlProps {
  /** Background colour against which the contrast is measured. */
  on: string
}

export function ColourField({ label, hint, error, stored, on, value, ...typed }: Props) {
  const contrastId = useId()
  return (
    <Field label={label} hint={hint} error={error} stored={stored} describedBy={contrastId}>
      {(control) => (
        <div className="colour">
          <input
            type="color"
            className="colour-swatch"
            aria-label={`Elegir ${label}`}
            value={isColour(value) ? value : on}
            onChange={typed.onChange}
            onBlur={typed.onBlur}
          />
          <input
            type="text"
            className="control mono colour-code"
            {...typed}
            {...control}
            value={value}
            maxLength={20}
            onBlur={() => {
              // Some programs copy a colour code without #, so the field accepts it and adds the #.
              if (isColour(`#${value}`)) typed.onChange(`#${value}`)
              typed.onBlur()
            }}
            placeholder="#rrggbb"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="colour-contrast" id={contrastId} {...liveRegion}>
            {isColour(value) && <Contrast ratio={contrast(value, on)} />}
          </p>
        </div>
      )}
    </Field>
  )
}

const Contrast = ({ ratio }: { ratio: number }) => (
  <>
    <span className="mono">{formatContrast(ratio)} a 1 sobre negro.</span>{' '}
    {ratio >= TEXT_CONTRAST_MIN ? 'Se lee bien.' : 'No se lee: hace falta 4,5. Probá con uno más claro.'}
  </>
)
