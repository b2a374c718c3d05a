/** The signing secret of an endpoint, which Stripe shows only once. */
export interface EndpointSecret {
  /** The endpoint's id. */
  id: string;
  secret: string;
  /** Position in the configured list; null for endpoints made through the API. */
  slot: number | null;
}

/** One event on its way to one endpoint. */
export interface WebhookDelivery {
  /** `<event id>:<endpoint id>` */
  id: string;
  eventId: string;
  endpointId: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Epoch milliseconds of the next attempt while pending. */
  dueAt: number;
  /** Result of the last attempt: an HTTP status, or why there was none. */
  lastResult: string | null;
}

export const deliveryId = (eventId: string, endpointId: string): string => `${eventId}:${endpointId}`;
