/** Most tracked customers by plan; null is no cap. */
export interface TrackedCustomerCaps {
  free: number | null
  starter: number | null
  growth: number | null
}
