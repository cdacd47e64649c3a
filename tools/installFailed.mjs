/** Runs where the installation has failed, below its output: what most likely failed, and what to do. */
process.stderr.write(`
The installation has failed; what failed stands above.
- With "sqlite3" or "gyp" in it: the database of the playground's n8n could not be fetched, and not be compiled either.
  Install a C++ compiler, make and Python 3 (Debian: apt-get install g++ make python3; macOS: xcode-select --install),
  move this folder if its path has a space, and run the same command again.
- With "ENOTFOUND", "ETIMEDOUT" or "ECONNREFUSED" in it: the npm registry cannot be reached from here.
- With "Unsupported" or "requires": this takes Node.js 20.20 or newer; here it is ${process.versions.node}.
`);
process.exitCode = 1;
