import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '#testing';
import { OwnedProcess } from '../../libs/testing/src/servers/process.js';

const run = promisify(execFile);

const MODULES = [
  'module-null-sink sink_name=loudspeaker',
  'module-null-sink sink_name=voice',
  // WebKit offers no microphone that is the other end of a loudspeaker by name.
  'module-remap-source source_name=microphone master=voice.monitor',
];
const HEARD_MS = 30_000;
/** Of 32,768; below it a loudspeaker is silent. */
const AUDIBLE = 300;

/** The room that one device stands in: what is said there comes into its microphone, what it plays can be heard. */
export class Room {
  private readonly processes: OwnedProcess[];

  private constructor(
    server: OwnedProcess,
    /** Where programs find microphone and loudspeaker. */
    readonly env: Readonly<Record<string, string>>,
  ) {
    this.processes = [server];
  }

  /** @param folder of its own */
  static async open(folder: string): Promise<Room> {
    const socket = join(folder, 'sound');
    const modules = [`module-native-protocol-unix socket=${socket} auth-anonymous=1`, ...MODULES];
    const server = await OwnedProcess.start({
      name: 'PulseAudio',
      command: 'pulseaudio',
      args: [
        ...['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm=yes'],
        ...modules.flatMap((module) => ['-L', module]),
      ],
      env: {
        ...process.env,
        PULSE_RUNTIME_PATH: folder,
        PULSE_STATE_PATH: folder,
        DBUS_SESSION_BUS_ADDRESS: '',
      },
      logFile: join(folder, 'sound.log'),
    });
    const room = new Room(server, { PULSE_SERVER: `unix:${socket}`, PULSE_COOKIE: join(folder, 'cookie') });
    const settle = async (): Promise<void> => {
      await room.tell('set-default-source', 'microphone');
      await room.tell('set-default-sink', 'loudspeaker');
    };
    await eventually(settle, 20_000, 'the sound server answers');
    for (const device of ['loudspeaker.monitor', 'microphone']) await room.keepAwake(device, folder);
    return room;
  }

  /** Says what is in a WAV file; resolves when all of it is said. */
  async speak(wav: string): Promise<void> {
    await run('paplay', ['--device=voice', wav], { env: { ...process.env, ...this.env } });
  }

  /** Until something sounds from the loudspeaker. */
  async heard(): Promise<void> {
    const format = ['--raw', '--format=s16le', '--rate=8000', '--channels=1', '--latency-msec=100'];
    const ear = spawn('parecord', ['--device=loudspeaker.monitor', ...format], {
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const late = setTimeout(() => ear.kill(), HEARD_MS);
    try {
      for await (const piece of ear.stdout as AsyncIterable<Buffer>) {
        for (let at = 0; at + 1 < piece.length; at += 2) if (piece.readInt16LE(at) > AUDIBLE) return;
      }
      throw new Error('The loudspeaker stayed silent.');
    } finally {
      clearTimeout(late);
      ear.kill();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.stop()));
  }

  /** What is no hardware sleeps for up to two seconds at a time, unless somebody listens: a sound card never does. */
  private async keepAwake(device: string, folder: string): Promise<void> {
    const listener = await OwnedProcess.start({
      name: `listener at ${device}`,
      command: 'parecord',
      args: [`--device=${device}`, '--latency-msec=20', '--raw', '/dev/null'],
      env: { ...process.env, ...this.env },
      logFile: join(folder, 'sound.log'),
    });
    this.processes.push(listener);
  }

  private async tell(...order: string[]): Promise<void> {
    await run('pactl', order, { env: { ...process.env, ...this.env } });
  }
}
