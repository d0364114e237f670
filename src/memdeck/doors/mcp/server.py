"""The server: answers every request of the protocol from the sessions' store."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from urllib.parse import unquote

import anyio
import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
)

from memdeck import __version__
from memdeck.doors.fault_log import log_fault
from memdeck.doors.mcp import offers
from memdeck.doors.mcp.instructions import instructions
from memdeck.doors.mcp.resources import entry_resources, index_text, resource_text
from memdeck.doors.mcp.searching import MOST_HITS, NOTHING_FITS, as_text, context_text, search
from memdeck.doors.mcp.sessions import Client, Sessions, client_label
from memdeck.doors.memory_tool.answer import Answer
from memdeck.doors.memory_tool.dialect import SURPRISED
from memdeck.doors.memory_tool.safe_words import encodable, whole_number
from memdeck.memory.errors import MemdeckError, MemoryUnavailable, NotFound
from memdeck.settings.places import home_folder

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    Context: TypeAlias = ServerRequestContext[Any, Any]

_Result = TypeVar("_Result")
_AT_ONCE = 4
"""Calls that work side by side; the others wait. SQLite has one writer anyway."""


def build_server(sessions: Sessions) -> Server[Any]:
    """Return a server on the sessions' store; whoever runs it closes them."""
    handlers = _Handlers(sessions)
    return Server(
        "memdeck",
        title="Memdeck",
        version=__version__,
        instructions=instructions(sessions.dialect),
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _Handlers:
    """One method for each request of the protocol."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._limiter: anyio.CapacityLimiter | None = None

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=offers.tools(self._sessions.dialect))

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(resource_templates=offers.templates())

    async def list_prompts(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        return ListPromptsResult(prompts=offers.prompts())

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        client, given = _client(context), params.arguments or {}

        def work() -> CallToolResult:
            if params.name == offers.SEARCH:
                return self._search(given)
            if params.name == offers.CONTEXT:
                return self._context(client, given)
            return _result(self._sessions.tool(client).call(params.name, given))

        return await self._in_thread(lambda: self._answered(work))

    async def list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        def work() -> list[Resource]:
            try:
                entries = entry_resources(self._sessions)
            except MemdeckError:  # reading the index says why
                entries = []
            return [
                Resource(
                    uri=f"{offers.ENTRY_URI}{name}",
                    name=name,
                    title=title,
                    description=description or None,
                    mime_type=offers.MARKDOWN,
                )
                for name, title, description in entries
            ]

        index = Resource(
            uri=offers.INDEX_URI,
            name="index",
            title="Index of all memories",
            description="One line per memory, newest first.",
            mime_type=offers.MARKDOWN,
        )
        return ListResourcesResult(resources=[index, *await self._in_thread(work)])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = str(params.uri)

        def work() -> str:
            if uri == offers.INDEX_URI:
                return index_text(self._sessions)
            if not uri.startswith(offers.ENTRY_URI):
                raise NotFound(encodable(uri)[:100], "memory://index lists what there is.")
            return resource_text(self._sessions, unquote(uri.removeprefix(offers.ENTRY_URI)))

        text = await self._in_thread(lambda: self._or_protocol_error(work))
        contents = TextResourceContents(uri=uri, mime_type=offers.MARKDOWN, text=text)
        return ReadResourceResult(contents=[contents])

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        client, topic = _client(context), (params.arguments or {}).get("topic", "").strip()
        if params.name != offers.RECALL or not topic:
            raise MCPError(INVALID_PARAMS, "The prompt is 'recall', with a topic.")

        def work() -> str:
            return context_text(self._sessions, client, topic)

        block = await self._in_thread(lambda: self._or_protocol_error(work))
        words = f"What do you remember about this: {topic}\n\n{block or NOTHING_FITS}"
        message = PromptMessage(role="user", content=TextContent(type="text", text=encodable(words)))
        return GetPromptResult(description="What is remembered about a topic.", messages=[message])

    def _search(self, given: Mapping[str, object]) -> CallToolResult:
        query, limit = given.get("query"), whole_number(given.get("limit", 10))
        if not isinstance(query, str) or limit is None:
            return _failed("Error: query must be text, and limit a number.")
        found = search(self._sessions, encodable(query), max(1, min(MOST_HITS, limit)))
        return CallToolResult(
            content=[TextContent(type="text", text=as_text(found, encodable(query)))],
            structured_content={"memories": [hit.as_dict() for hit in found]},
        )

    def _context(self, client: Client, given: Mapping[str, object]) -> CallToolResult:
        prompt = given.get("prompt")
        if not isinstance(prompt, str):
            return _failed("Error: prompt must be text.")
        block = context_text(self._sessions, client, encodable(prompt))
        return CallToolResult(content=[TextContent(type="text", text=block or NOTHING_FITS)])

    def _answered(self, work: Callable[[], CallToolResult]) -> CallToolResult:
        """The outermost edge of a tool: every failure is an answer that the model can read."""
        try:
            return work()
        except MemoryUnavailable as error:
            reason = str(error).removeprefix("Memory is unavailable: ")
            return _failed(self._sessions.dialect.unavailable(reason))
        except MemdeckError as error:
            return _failed(f"Error: {error}")
        except Exception as error:  # noqa: BLE001 - the model gets one sentence, the log the details
            self._log(error)
            return _failed(f"Error: {SURPRISED}")

    def _or_protocol_error(self, work: Callable[[], str]) -> str:
        """The outermost edge of resources and prompts: failures are errors of the protocol."""
        try:
            return encodable(work())
        except MemdeckError as error:
            raise MCPError(INVALID_PARAMS, encodable(str(error))) from None
        except Exception as error:  # noqa: BLE001 - the client gets one sentence, the log the details
            self._log(error)
            raise MCPError(INTERNAL_ERROR, "That did not work. Details are in memdeck.log.") from None

    def _log(self, error: Exception) -> None:
        log_fault(home_folder(self._sessions.options.home), error)

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(_AT_ONCE)
        return await anyio.to_thread.run_sync(work, limiter=self._limiter)


def _client(context: Context) -> Client:
    info = context.session.client_params
    headers = getattr(context.request, "headers", None) or {}
    session = headers.get("mcp-session-id")
    return Client(client_label(info.client_info.name if info is not None else None), session)


def _result(answer: Answer) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=answer.text)], is_error=answer.is_error)


def _failed(words: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=encodable(words))], is_error=True)
