/** Problem details (RFC 9457), as they go over the wire. */

export interface FieldError {
  field: string
  message: string
}

/** The body of every refusal, `application/problem+json`. `type` is `/problems/<id>`. */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  errors?: FieldError[] | undefined
  /** Shown to the visitor and written to the log of a surprise, so that the two can be matched. */
  requestId?: string | undefined
}
