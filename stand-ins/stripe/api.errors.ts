/** The `error` object of a Stripe reply. `payment_intent` and `payment_method` carry the whole object. */
interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

/** A refusal in Stripe's words: an HTTP status and the body the official SDK turns into its error classes. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.name = 'StripeApiError';
    this.status = status;
    this.body = body;
  }
}

function invalidRequest(status: number, message: string, code?: string, param?: string): StripeApiError {
  return new StripeApiError(status, {
    ...(code === undefined
      ? {}
      : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    message,
    ...(param === undefined ? {} : { param }),
    type: 'invalid_request_error',
  });
}

const HELP = 'we can help at https://support.stripe.com/.';

export const errors = {
  missingKey: () =>
    invalidRequest(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). " +
        `See https://stripe.com/docs/api#authentication for details, or ${HELP}`,
    ),
  wrongKey: (key: string) =>
    invalidRequest(
      401,
      `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.length > 12 ? key.slice(-4) : ''}`,
    ),
  secretKeyRequired: () =>
    invalidRequest(
      403,
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    ),
  unknownPath: (method: string, path: string) =>
    invalidRequest(
      404,
      `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or ${HELP}`,
    ),
  notFound: (kind: string, id: string, param = 'id') =>
    invalidRequest(404, `No such ${kind}: '${id}'`, 'resource_missing', param),
  noSuchReference: (kind: string, id: string, param: string) =>
    invalidRequest(400, `No such ${kind}: '${id}'`, 'resource_missing', param),
  malformed: (message: string) => invalidRequest(400, message),
  missingParam: (param: string) =>
    invalidRequest(400, `Missing required param: ${param}.`, 'parameter_missing', param),
  unknownParams: (params: string[]) =>
    invalidRequest(
      400,
      `Received unknown parameter${params.length > 1 ? 's' : ''}: ${params.join(', ')}`,
      'parameter_unknown',
      params[0],
    ),
  emptyParam: (param: string) =>
    invalidRequest(
      400,
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      'parameter_invalid_empty',
      param,
    ),
  invalid: (param: string, message: string, code?: string) => invalidRequest(400, message, code, param),
  /** The request is well formed, and the state of things forbids it. */
  refused: (message: string, code?: string, param?: string) => invalidRequest(400, message, code, param),
  noAccess: (account: string) =>
    invalidRequest(
      403,
      `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
      'account_invalid',
    ),
  wrongClientSecret: () =>
    invalidRequest(
      400,
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      undefined,
      'client_secret',
    ),
  unexpectedState: (message: string, paymentIntent: object) =>
    new StripeApiError(400, {
      code: 'payment_intent_unexpected_state',
      message,
      payment_intent: paymentIntent,
      type: 'invalid_request_error',
    }),
  otherParameters: (key: string) =>
    new StripeApiError(400, {
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      type: 'idempotency_error',
    }),
  otherEndpoint: (key: string, path: string) =>
    new StripeApiError(400, {
      message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      type: 'idempotency_error',
    }),
  keyInUse: (key: string) =>
    new StripeApiError(409, {
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      type: 'idempotency_error',
    }),
  internal: () =>
    new StripeApiError(500, {
      message: `An unknown error occurred on our side. Please try again later or ${HELP}`,
      type: 'api_error',
    }),
};
