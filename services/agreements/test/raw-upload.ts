import { connect } from 'node:net';

export const BOUNDARY = 'the-boundary-of-this-test';

/** One part of a form, exactly as it goes over the wire. */
export function part(disposition: string, content: Buffer | string, type?: string): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

export const END = Buffer.from(`--${BOUNDARY}--\r\n`);

interface RawUpload {
  token: string;
  /** Where a whole recording is saved, when it is left out. */
  path?: string;
  body: Buffer;
  /** What the header announces, when it is not the truth. Bytes. */
  announced?: number;
  contentType?: string;
  /** Ends the connection after the body, while the server still waits for more. */
  cut?: 'end' | 'reset';
  /** Until the server has read some of it: a connection that is reset takes back what it has not. */
  isHeard?: () => Promise<void>;
}

/**
 * Sends an upload byte for byte, also one that no client library would send.
 * @returns the status of the answer, or null when the connection ended without one.
 */
export function sendRaw(url: string, upload: RawUpload): Promise<number | null> {
  const { hostname, port } = new URL(url);
  const { token, path = '/api/agreements/temporary', body, announced = body.length, cut, isHeard } = upload;
  const contentType = upload.contentType ?? `multipart/form-data; boundary=${BOUNDARY}`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const done = () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      socket.destroy();
      resolve(status === undefined ? null : Number(status));
    };
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\r\n\r\n')) done();
    });
    socket.on('error', done);
    socket.on('close', done);
    const head =
      `POST ${path} HTTP/1.1\r\nHost: test\r\nX-Service-Token: ${token}\r\n` +
      `Content-Type: ${contentType}\r\nContent-Length: ${announced}\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), body]), () => {
      if (cut === 'end') socket.end();
      if (cut === 'reset') Promise.resolve(isHeard?.()).then(() => socket.resetAndDestroy(), reject);
    });
  });
}
