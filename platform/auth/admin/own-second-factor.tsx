/** The administrator's own second factor: setup, new recovery codes, deactivation. */

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'
import { adminApi } from '../../admin-layout/admin-api.ts'
import { Button } from '../../admin-layout/button.tsx'
import { adminPaths } from '../../admin-layout/paths.ts'
import { Copy } from '../../admin-layout/share-actions.tsx'
import type { Answer } from '../../api/client/call.ts'
import { LineField } from '../../forms/text-field.tsx'
import { usePlainForm } from '../../forms/use-plain-form.ts'
import { accountFields } from '../../ui/account-fields.ts'
import { notify } from '../../ui/notify.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import type { SecondFactorOffer, SecondFactorState } from '../shared/accounts.ts'
import {
  secondFactorBeginSchema,
  secondFactorChangeSchema,
  secondFactorConfirmSchema,
} from '../shared/accounts.ts'
import { Panel, PanelForm, Username } from './panel.tsx'
import { PasswordField } from './password-field.tsx'
import { RecoveryCodes } from './second-factor-codes.tsx'

/** The panel warns when fewer recovery codes than this are left. */
const FEW_CODES = 4

type Step =
  | { name: 'summary' | 'begin' | 'renew' | 'off' }
  | { name: 'scan'; offer: SecondFactorOffer }
  | { name: 'codes'; codes: string[] }

const SUMMARY: Step = { name: 'summary' }

interface SecondFactorProps {
  state: SecondFactorState
  email: string
}

export function SecondFactorPanel({ state, email }: SecondFactorProps) {
  const revalidator = useRevalidator()
  const [step, setStep] = useState<Step>(SUMMARY)
  const showSummary = () => setStep(SUMMARY)

  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    notify({ title: 'Actualizado' })
    setStep({ name: 'codes', codes: recoveryCodes })
    void revalidator.revalidate()
  }

  return (
    <Panel title="Segundo factor">
      {state.required && !state.active && step.name !== 'codes' && (
        <p className="problem">Este club pide un segundo factor. Activalo para poder seguir.</p>
      )}
      {step.name === 'summary' && <SecondFactorSummary state={state} onStep={setStep} />}
      {step.name === 'begin' && (
        <BeginForm
          email={email}
          onCancel={showSummary}
          onOffer={(offer) => setStep({ name: 'scan', offer })}
        />
      )}
      {step.name === 'scan' && <ScanForm offer={step.offer} onCancel={showSummary} onDone={showCodes} />}
      {step.name === 'codes' && (
        <>
          <RecoveryCodes codes={step.codes} onDone={showSummary} />
          {state.required && <Link to={adminPaths.home}>Seguir a la administración</Link>}
        </>
      )}
      {step.name === 'renew' && (
        <SecondFactorChangeForm
          email={email}
          submitLabel="Hacer códigos nuevos"
          onCancel={showSummary}
          call={(body) => adminApi.post('/auth/totp/codes', { body })}
          onDone={showCodes}
        >
          Los códigos de recuperación que tenías dejan de servir.
        </SecondFactorChangeForm>
      )}
      {step.name === 'off' && (
        <SecondFactorChangeForm
          email={email}
          submitLabel="Desactivar"
          onCancel={showSummary}
          call={(body) => adminApi.post('/auth/totp/off', { body })}
          onDone={() => {
            notify({ title: 'Actualizado' })
            showSummary()
            void revalidator.revalidate()
          }}
        >
          Desde ahora alcanza con tu contraseña para entrar.
          {state.required && ' El club lo pide: vas a tener que activarlo de nuevo para seguir.'}
        </SecondFactorChangeForm>
      )}
    </Panel>
  )
}

function SecondFactorSummary({ state, onStep }: { state: SecondFactorState; onStep(step: Step): void }) {
  if (!state.active)
    return (
      <>
        <p className="panel-lead">
          Además de la contraseña, un código que cambia cada 30 segundos en una app de tu teléfono. Aunque
          alguien sepa tu contraseña, no entra.
        </p>
        <Button onClick={() => onStep({ name: 'begin' })}>Activar segundo factor</Button>
      </>
    )
  const remainingCodes = state.recoveryCodes
  return (
    <>
      <p className="panel-state">Activo</p>
      <p className={remainingCodes < FEW_CODES ? 'problem' : 'panel-lead'}>
        {remainingCodes === 1 ? 'Te queda 1 código' : `Te quedan ${remainingCodes} códigos`} de recuperación.
        {remainingCodes < FEW_CODES && ' Hacé códigos nuevos antes de que se acaben.'}
      </p>
      <div className="panel-actions">
        <Button onClick={() => onStep({ name: 'renew' })}>Códigos de recuperación nuevos</Button>
        <Button kind="danger" onClick={() => onStep({ name: 'off' })}>
          Desactivar segundo factor
        </Button>
      </div>
    </>
  )
}

interface BeginProps {
  email: string
  onCancel(): void
  onOffer(offer: SecondFactorOffer): void
}

function BeginForm({ email, onCancel, onOffer }: BeginProps) {
  const form = useForm({
    resolver: zodResolver(secondFactorBeginSchema),
    defaultValues: { currentPassword: '' },
  })
  const { state, reportFields, send } = usePlainForm(form)
  const submit = form.handleSubmit(async (body) => {
    const sent = await send(() => adminApi.post('/auth/totp', { body }))
    if (sent) onOffer(sent.value)
  }, reportFields)
  return (
    <PanelForm submitLabel="Seguir" state={state} onSubmit={submit} onCancel={onCancel}>
      <Username email={email} />
      <PasswordField
        {...accountFields.currentPassword}
        hint="La pedimos para estar seguros de que sos vos."
        error={form.formState.errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
    </PanelForm>
  )
}

interface ScanProps {
  offer: SecondFactorOffer
  onCancel(): void
  onDone(result: { recoveryCodes: string[] }): void
}

function ScanForm({ offer, onCancel, onDone }: ScanProps) {
  const form = useForm({ resolver: zodResolver(secondFactorConfirmSchema), defaultValues: { code: '' } })
  const { state, reportFields, send } = usePlainForm(form)
  const submit = form.handleSubmit(async (body) => {
    const sent = await send(() => adminApi.put('/auth/totp', { body }))
    if (sent) onDone(sent.value)
  }, reportFields)
  const grouped = offer.secret.match(/.{1,4}/g)?.join(' ')
  return (
    <PanelForm submitLabel="Activar" state={state} onSubmit={submit} onCancel={onCancel}>
      <ol className="panel-steps">
        <li>
          <p tabIndex={-1}>
            Abrí una app de autenticación (Google Authenticator, Aegis, 1Password o cualquier otra) en este
            aparato, o escaneá el código con la de otro.
          </p>
          <a className="button" href={offer.uri}>
            Abrir en la app
          </a>
          <QrCode text={offer.uri} label="Código QR para la app de autenticación" />
          <p>O escribí esta clave en la app:</p>
          <p className="secret mono">{grouped}</p>
          <Copy text={offer.secret} label="Copiar clave" />
        </li>
        <li>
          <LineField
            {...accountFields.code}
            error={form.formState.errors.code?.message}
            {...form.register('code')}
          />
          <p className="entry-hint">Al activarlo se cierran tus otras sesiones.</p>
        </li>
      </ol>
    </PanelForm>
  )
}

interface SecondFactorChangeProps<T> {
  email: string
  submitLabel: string
  call(credentials: { currentPassword: string; code: string }): Promise<Answer<T>>
  onCancel(): void
  onDone(result: T): void
  /** Text above the fields that explains the consequences of the change. */
  children: ReactNode
}

/** The form for changes of an active second factor. It needs the password and a code of the app or a recovery code. */
function SecondFactorChangeForm<T>({
  email,
  submitLabel,
  call,
  onCancel,
  onDone,
  children,
}: SecondFactorChangeProps<T>) {
  const form = useForm({
    resolver: zodResolver(secondFactorChangeSchema),
    defaultValues: { currentPassword: '', code: '' },
  })
  const { state, reportFields, send } = usePlainForm(form)
  const { errors } = form.formState
  const submit = form.handleSubmit(async (credentials) => {
    const sent = await send(() => call(credentials))
    if (sent) onDone(sent.value)
  }, reportFields)
  return (
    <PanelForm submitLabel={submitLabel} state={state} onSubmit={submit} onCancel={onCancel}>
      <p>{children}</p>
      <Username email={email} />
      <PasswordField
        {...accountFields.currentPassword}
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <LineField
        {...accountFields.code}
        label="Código"
        inputMode="text"
        hint="De la app, o uno de recuperación."
        error={errors.code?.message}
        {...form.register('code')}
      />
    </PanelForm>
  )
}
