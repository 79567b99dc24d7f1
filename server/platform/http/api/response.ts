/** Success with a status other than the operation's usual one. */
export class ApiResponse {
  readonly status: number
  readonly data: unknown

  constructor(status: number, data: unknown) {
    this.status = status
    this.data = data
  }
}

/** A body that is sent as it is: no envelope, with headers of its own. */
export class RawResponse {
  readonly body: string
  readonly headers: Record<string, string>

  constructor(body: string, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}
