/** The prices of people without a list, each of which is a button of the door. */
import { useId, useRef, useState } from 'react'
import { useFieldArray, useForm } from 'react-hook-form'
import { adminApi } from '../../../platform/admin-layout/admin-api.ts'
import { Button } from '../../../platform/admin-layout/button.tsx'
import { LineField } from '../../../platform/forms/text-field.tsx'
import { isBlank } from '../../../platform/shared/text/text.ts'
import { passFocus } from '../../../platform/ui/focus.ts'
import { PRICE_LABEL_MAX, WALK_IN_PRICES_MAX } from '../shared/guest-limits.ts'
import type { DoorDevices } from '../shared/guests.ts'
import { formatDoorPrice, priceRules, readPrice } from './price-text.ts'
import { SavedForm } from './saved-form.tsx'
import type { NightActions } from './use-night-actions.ts'

interface WalkInPricesProps {
  event: string
  prices: DoorDevices['walkInPrices']
  actions: NightActions
}

export function WalkInPrices({ event, prices, actions }: WalkInPricesProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="guest-section" aria-labelledby="walk-in-prices">
      <h2 className="menu-title mono" id="walk-in-prices">
        Precios sin lista
      </h2>
      {isOpen ? (
        <PricesForm
          event={event}
          prices={prices}
          actions={actions}
          opener={`#${CSS.escape(id)}`}
          onClose={() => setOpen(false)}
        />
      ) : (
        <>
          {prices.length === 0 ? (
            <p>Sin precios, la puerta cuenta personas y no plata.</p>
          ) : (
            <ul className="guest-prices">
              {prices.map(({ label, ...price }) => (
                <li key={`${label} ${price.amount} ${price.currency}`}>
                  <bdi>{label}</bdi> <strong>{formatDoorPrice(price)}</strong>
                </li>
              ))}
            </ul>
          )}
          <div className="screen-actions">
            <Button id={id} onClick={() => setOpen(true)}>
              {prices.length === 0 ? 'Cargar precios' : 'Cambiar precios'}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

interface FormValues {
  /** Prices are texts, as they were typed. */
  prices: { label: string; price: string }[]
}

const ONE_MORE = { label: '', price: '' }

function PricesForm({
  event,
  prices,
  actions,
  opener,
  onClose,
}: WalkInPricesProps & { opener: string; onClose(): void }) {
  const form = useForm<FormValues>({
    defaultValues: {
      prices:
        prices.length === 0
          ? [ONE_MORE]
          : prices.map(({ label, ...price }) => ({ label, price: formatDoorPrice(price) })),
    },
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'prices' })
  const errors = form.formState.errors.prices
  const add = useRef<HTMLButtonElement>(null)
  const save = (values: FormValues) =>
    adminApi.put('/events/:id/door/prices', {
      params: { id: event },
      body: {
        walkInPrices: values.prices.flatMap(({ label, price: typed }) => {
          const price = readPrice(typed)
          return price ? [{ label, ...price }] : []
        }),
      },
    })
  return (
    <SavedForm
      form={form}
      save={save}
      label="Guardar precios"
      conflict={false}
      actions={actions}
      opener={opener}
      onClose={onClose}
    >
      <fieldset className="guest-condition-rows">
        <legend className="entry-label">Qué paga quien entra sin lista</legend>
        <p className="entry-hint">Cada uno es un botón de la puerta. El precio es por persona.</p>
        {fields.map(({ id }, index) => (
          <div key={id} className="guest-condition guest-price" ref={passFocus(() => add.current)}>
            <LineField
              label="Nombre"
              placeholder={index === 0 ? 'General' : 'Después de las 3'}
              autoComplete="off"
              maxLength={PRICE_LABEL_MAX}
              error={errors?.[index]?.label?.message}
              {...form.register(`prices.${index}.label`, {
                validate: (typed) => !isBlank(typed) || 'Falta el nombre.',
              })}
            />
            <LineField
              label="Precio"
              placeholder="$ 12.000"
              autoComplete="off"
              className="control control-mono"
              error={errors?.[index]?.price?.message}
              {...form.register(`prices.${index}.price`, priceRules(false))}
            />
            <Button aria-label={`Quitar el precio ${index + 1}`} onClick={() => remove(index)}>
              <span aria-hidden="true">×</span>
            </Button>
          </div>
        ))}
        {fields.length < WALK_IN_PRICES_MAX && (
          <Button ref={add} onClick={() => append(ONE_MORE)}>
            + Otro precio
          </Button>
        )}
      </fieldset>
    </SavedForm>
  )
}
