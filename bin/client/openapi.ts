export interface Schema {
  $ref?: string
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  parameters?: ({ $ref: string } | { name: string; in: string })[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content>
}

/** What the generator reads from openapi.json. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; parameters: Record<string, { name: string; in: string }> }
}
