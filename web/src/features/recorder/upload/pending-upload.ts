/** Where the server collects the parts of one take. */
export interface UploadPlace {
  recordingId: string;
  uploadToken: string;
  maxChunkBytes: number;
}

/** A take on its way to the server; kept on the device, so that a reload or a lost connection only pauses it. */
export interface PendingUpload {
  takeId: string;
  /** Null until the server has been asked. */
  recording: UploadPlace | null;
  /** What is sent with the take when all parts are there: JSON of the agreement's data. */
  agreementData: string;
  photo: { name: string; type: string; data: ArrayBuffer } | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}
