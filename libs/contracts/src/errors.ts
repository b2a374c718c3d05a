/** Every error that a caller can meet: a stable code, its HTTP status and a plain sentence. */
export const errorCatalogue = {
  invalid_input: { status: 400, title: 'Some of the information is missing or not right.' },
  invalid_multipart: { status: 400, title: 'The upload was cut off or is not a valid form.' },
  invalid_signature: { status: 400, title: 'The signature does not match.' },
  unauthenticated: { status: 401, title: 'Please log in to continue.' },
  invalid_credentials: { status: 401, title: 'Invalid email or password' },
  sign_in_to_confirm: { status: 401, title: 'Please sign in to the account that this link is for.' },
  payment_required: { status: 402, title: 'Pay for this contract to unlock the full recording.' },
  wrong_password: { status: 403, title: 'Your current password is not correct.' },
  password_required: { status: 403, title: 'Please enter your password once more to continue.' },
  link_required: {
    status: 403,
    title: 'Open the link in your email to listen and to answer.',
  },
  address_unverified: { status: 403, title: 'Please confirm your email address first.' },
  forbidden: { status: 403, title: 'This login may not do that.' },
  not_found: { status: 404, title: 'The requested resource could not be found.' },
  agreement_not_found: { status: 404, title: 'The requested agreement could not be found.' },
  not_ready: { status: 404, title: 'This is still being prepared. Try again in a moment.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.' },
  invitation_not_paid: { status: 409, title: 'This contract has not been paid for yet.' },
  invitation_answered: { status: 409, title: 'This invitation has already been answered.' },
  invitation_opened: {
    status: 409,
    title: 'The invitation was opened already, so its address can no longer be changed.',
  },
  already_objected: { status: 409, title: 'You said that this was not you. That stays on record.' },
  wording_outdated: { status: 409, title: 'The statements have changed. Please read them again.' },
  chunk_conflict: { status: 409, title: 'This part was already uploaded with other content.' },
  upload_incomplete: { status: 409, title: 'Some parts of the recording have not arrived yet.' },
  recording_sealed: { status: 409, title: 'The recording of a paid contract cannot be replaced.' },
  nothing_to_retry: { status: 409, title: 'There is nothing to try again here.' },
  email_taken: { status: 409, title: 'An account with this email already exists.' },
  already_paid: { status: 409, title: 'This contract is already paid.' },
  payment_processing: { status: 409, title: 'Your bank is still working on this payment.' },
  invalid_transition: { status: 409, title: 'This contract is no longer at that step.' },
  idempotency_conflict: { status: 409, title: 'This request key was already used for something else.' },
  already_subscribed: { status: 409, title: 'You already have a subscription.' },
  not_subscribed: { status: 409, title: 'There is no subscription to change.' },
  already_held: { status: 409, title: 'This contract already has payment protection.' },
  held_payment_moved: { status: 409, title: 'This payment is no longer at that step.' },
  already_refunded: { status: 409, title: 'This payment was already refunded.' },
  invitation_cancelled: { status: 410, title: 'This contract was cancelled.' },
  invitation_expired: { status: 410, title: 'This invitation has expired.' },
  link_invalid: { status: 410, title: 'This link was used already or has expired.' },
  code_expired: { status: 410, title: 'This code can no longer be used. Please ask for a new one.' },
  recording_expired: { status: 410, title: 'The recording is no longer kept.' },
  file_too_large: { status: 413, title: 'The file is too large.' },
  body_too_large: { status: 413, title: 'The request is too large.' },
  unsupported_media: { status: 415, title: 'Please select an audio file.' },
  unsupported_photo: { status: 415, title: 'Please choose a JPEG, PNG or WebP photo.' },
  range_not_satisfiable: { status: 416, title: 'That part of the file does not exist.' },
  empty_recording: { status: 422, title: 'The recording is empty.' },
  broken_recording: { status: 422, title: 'The recording could not be decoded.' },
  several_sound_tracks: {
    status: 422,
    title: 'Not everyone would hear the same in this file. Save it in mono, with one sound track.',
  },
  recording_too_long: { status: 422, title: 'The recording is longer than this plan allows.' },
  broken_photo: { status: 422, title: 'The photo could not be read.' },
  price_mismatch: { status: 422, title: 'The amount does not match the price of this service.' },
  amount_out_of_range: { status: 422, title: 'The amount must be between $0.50 and $100,000.' },
  seller_is_buyer: { status: 422, title: 'Buyer and seller cannot be the same person.' },
  code_wrong: { status: 422, title: 'This is not the code that we sent.' },
  consent_incomplete: { status: 422, title: 'Please confirm all four statements.' },
  consent_repeats_recording: {
    status: 422,
    title: 'This repeats an earlier recording. Please record your own voice anew, saying that you agree.',
  },
  consent_without_speech: {
    status: 422,
    title:
      'Nobody can be heard in this recording, or too briefly. Please check the microphone and say the whole sentence.',
  },
  weak_password: { status: 422, title: 'This password is too common. Please choose another one.' },
  too_many_attempts: { status: 429, title: 'Too many attempts. Please wait a little and try again.' },
  too_many_reminders: { status: 429, title: 'A message was sent a short while ago.' },
  too_many_requests: { status: 429, title: 'Too many requests. Please slow down.' },
  daily_limit: {
    status: 429,
    title: 'We take no more unpaid recordings from here today. Please try again tomorrow.',
  },
  transcription_failed: { status: 503, title: 'Transcription Service Unavailable' },
  internal: { status: 500, title: 'We encountered an unexpected error.' },
  payment_provider: { status: 502, title: 'Unable to initialize payment. Please try again.' },
  storage_full: {
    status: 503,
    title:
      'We cannot take recordings at the moment. Your recording is safe on this device; please try again later.',
  },
  unavailable: {
    status: 503,
    title: 'This part of the service is taking a break. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** What an error answer looks like on the wire. */
export interface ErrorBody {
  statusCode: number;
  code: ErrorCode;
  message: string;
  errors?: { field: string; message: string }[];
  correlationId: string;
}

/** What people can do when no engine could read their recording. It is safe meanwhile. */
export const fallbackOptions = {
  manualService: {
    available: true,
    description: 'A person transcribes your recording within 24 hours for $2.00.',
  },
  customerService: {
    available: true,
    description: 'Our support looks at your recording with you, free of charge.',
  },
};
