// Starts `vgdl lsp` and lets it speak with the editor. All it knows of the language is in that program.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

function start() {
    const settings = vscode.workspace.getConfiguration('vgdl');
    const args = settings.get('compat') ? ['lsp', '--compat'] : ['lsp'];
    const server = { command: settings.get('path') || 'vgdl', args };
    const options = {
        documentSelector: [{ language: 'vgdl' }, { pattern: '**/*_lvl*.txt' }],
        // Levels that change on the disk are checked again.
        synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*_lvl*.txt') },
    };
    client = new LanguageClient('vgdl', 'VGDL', server, options);
    return client.start().catch((error) => {
        client = undefined;
        vscode.window.showErrorMessage(
            `VGDL: cannot start ${server.command}: ${error.message}. Install vgdl, or set vgdl.path.`,
        );
    });
}

async function stop() {
    const running = client;
    client = undefined;
    await running?.stop();
}

async function restart() {
    await stop();
    await start();
}

function activate(context) {
    context.subscriptions.push(
        vscode.commands.registerCommand('vgdl.restart', restart),
        vscode.workspace.onDidChangeConfiguration((change) => {
            if (change.affectsConfiguration('vgdl')) {
                restart();
            }
        }),
    );
    return start();
}

module.exports = { activate, deactivate: stop };
